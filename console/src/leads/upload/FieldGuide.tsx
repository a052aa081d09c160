import { uploadColumns } from '@crm/contracts/leads/upload-columns.ts';
import { uploadGroups } from '@crm/contracts/leads/upload-groups.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { leadUploadTexts } from '../texts/upload.tsx';
import { FixHints } from './FixHints.tsx';
import { limitsText } from './fileText.ts';

const texts = leadUploadTexts.guide;

const needs = {
  required: { text: texts.needs.required, tone: 'bad' },
  price: { text: texts.needs.price, tone: 'warn' },
  optional: { text: texts.needs.optional, tone: 'neutral' },
} as const;

const rank = (need: keyof typeof needs) => Object.keys(needs).indexOf(need);
/** Required columns first: files usually fail because of them. */
const inOrder = uploadColumns.toSorted((a, b) => rank(a.need) - rank(b.need));

/** The columns of a spreadsheet: names, valid formats and their fields. */
export function FieldGuide() {
  return (
    <Panel title={texts.title}>
      <p className="mb-3 max-w-prose text-muted">{texts.introduction(limitsText())}</p>
      <div className="max-h-96 overflow-auto rounded-ui border">
        <table className="w-full border-collapse text-left max-md:block">
          <thead className="sticky top-0 bg-sunken text-sm max-md:sr-only">
            <tr>
              {texts.headers.map((name) => (
                <th key={name} scope="col" className="px-3 py-1.5 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {inOrder.map(({ name, need, becomes, format, example }) => (
              <tr key={name} className="border-t align-top max-md:block max-md:px-3 max-md:py-2">
                <th
                  scope="row"
                  className="px-3 py-1.5 font-medium whitespace-nowrap max-md:inline max-md:px-0"
                >
                  {name}
                </th>
                <td className="px-3 py-1.5 max-md:inline max-md:px-2">
                  <Badge tone={needs[need].tone}>{needs[need].text}</Badge>
                </td>
                <td className="px-3 py-1.5 text-muted max-md:block max-md:p-0">{becomes}</td>
                <td className="px-3 py-1.5 max-md:block max-md:p-0">{format}</td>
                <td className="px-3 py-1.5 font-mono text-sm max-md:block max-md:p-0 max-md:text-muted">
                  {example}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3 className="mt-4 mb-1 font-semibold">{texts.whenErrors}</h3>
      <dl className="grid gap-x-4 gap-y-1 md:grid-cols-[auto_1fr]">
        {uploadGroups.map((group) => (
          <div key={group} className="md:contents">
            <dt className="font-medium">{group}</dt>
            <dd>
              <FixHints group={group} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
