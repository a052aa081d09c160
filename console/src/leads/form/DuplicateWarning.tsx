import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { leadFormTexts } from '../texts/form.ts';
import type { Twin } from './duplicates.ts';

const texts = leadFormTexts.duplicates;

const SHOWN = 5;

/** Lists the leads of the same customer; each opens in a new tab, and the form stays open. */
export function DuplicateWarning({ twins, submitLabel }: { twins: readonly Twin[]; submitLabel: string }) {
  const more = twins.length - SHOWN;
  return (
    <section
      role="alert"
      aria-label={texts.label}
      className="flex gap-2 rounded-ui bg-warn-soft px-3 py-2 text-warn"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">{texts.exist(twins.length)}</p>
        <ul className="my-1 flex flex-col gap-1">
          {twins.slice(0, SHOWN).map((twin) => (
            <li key={twin._id} className="flex flex-wrap items-center gap-x-2">
              <Link
                to={paths.leads.one(twin._id)}
                target="_blank"
                rel="noreferrer"
                className="rounded-ui font-medium text-ink underline"
              >
                {twin.orderId}
              </Link>
              <span dir="auto">{twin.fullName}</span>
              <StatusBadge status={twin.status} />
              <RelativeTime at={twin.createdAt} />
            </li>
          ))}
        </ul>
        {more > 0 && <p>{texts.more(more)}</p>}
        <p>{texts.saveAnyway(submitLabel)}</p>
      </div>
    </section>
  );
}
