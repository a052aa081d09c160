import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { curlOf } from '../../offers/detail/partnerCall.ts';
import { filterOffers } from '../../pages/list/choices.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { copyText } from '../../ui/copyText.ts';
import { onDemand, useOnDemand } from '../../ui/onDemand.ts';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import type { ApiField } from './apiFields.ts';

/** Split from the dashboard: the first drawing needs no schemas. */
const fields = onDemand(() => import('./apiFields.ts'));

/** How partners post leads: a collapsible panel, generated from the call's contract. */
export function ApiDocumentation() {
  const [open, setOpen] = useState(false);
  const code = useOnDemand(fields, open);
  return (
    <Panel>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer font-semibold">Leads API Documentation</summary>
        <div className="mt-3">
          {code ? <Documentation fields={code.apiFields()} /> : <SkeletonLines count={6} />}
        </div>
      </details>
    </Panel>
  );
}

function Documentation({ fields }: { fields: readonly ApiField[] }) {
  const offers = useQuery(filterOffers).data;
  const url = `${window.location.origin}/api/leads`;
  const command = offers?.[0] && curlOf(window.location.origin, offers[0]._id);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">
        Partners create leads without signing in: JSON or form-encoded, from any origin. An order sent twice
        under one orderId makes one lead; other fields than these are kept with the lead.
      </p>
      <p>
        <code className="font-mono text-sm">POST {url}</code>
      </p>
      {command ? (
        <div className="flex flex-col items-start gap-2">
          <CodeBlock label="Command">{command}</CodeBlock>
          <Button size="sm" icon={Copy} onClick={() => void copyText(command)}>
            Copy
          </Button>
        </div>
      ) : (
        offers && <p className="text-muted">Create an active offer to see a complete example.</p>
      )}
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b text-left text-muted">
              <th className="py-1 pr-3 font-medium">Field</th>
              <th className="px-3 py-1 font-medium">Required</th>
              <th className="py-1 pl-3 font-medium">Value</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, required, type }) => (
              <tr key={name} className="border-b last:border-0">
                <td className="py-1 pr-3 font-mono">{name}</td>
                <td className="px-3 py-1">{required ? 'Yes' : 'No'}</td>
                <td className="py-1 pl-3 text-muted">{type}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
