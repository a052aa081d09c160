import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../api/errors.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { curlOf } from '../../offers/detail/partnerCall.ts';
import { offerNames } from '../../pages/list/choices.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { copyText } from '../../ui/copyText.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { dashboardTexts } from '../texts.ts';
import { apiFields } from './callFields.ts';

const texts = dashboardTexts.admin.api;

/** Its content: loads when the panel is opened, because it needs schemas. */
export function ApiFields() {
  const [fields] = useState(apiFields);
  const query = useQuery(offerNames);
  const offers = query.data?.data;
  const offer = offers?.find(({ isActive }) => isActive);
  const request = `POST ${window.location.origin}/api/leads`;
  const { apiKeyRequired } = useCurrentUser().crmSettings;
  const command = offer && curlOf(window.location.origin, offer._id, apiKeyRequired);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{texts.explanation}</p>
      <p>
        <code className="font-mono text-sm">{request}</code>
      </p>
      {command ? (
        <div className="flex flex-col items-start gap-2">
          <CodeBlock label={texts.command}>{command}</CodeBlock>
          <Button size="sm" icon={Copy} onClick={() => void copyText(command)}>
            {texts.copy}
          </Button>
        </div>
      ) : (
        offers && <p className="text-muted">{texts.noOffer}</p>
      )}
      {query.isLoadingError && (
        <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />
      )}
      <div className="scroll-x">
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b text-left text-muted">
              <th className="py-1 pr-3 font-medium">{texts.columns.field}</th>
              <th className="px-3 py-1 font-medium">{texts.columns.required}</th>
              <th className="py-1 pl-3 font-medium">{texts.columns.value}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, required, type }) => (
              <tr key={name} className="border-b last:border-0">
                <td className="py-1 pr-3 font-mono">{name}</td>
                <td className="px-3 py-1">{required ? texts.yes : texts.no}</td>
                <td className="py-1 pl-3 text-muted">{type}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
