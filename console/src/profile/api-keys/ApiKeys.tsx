import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../api/errors.ts';
import { Button } from '../../ui/Button.tsx';
import { dialogOnDemand } from '../../ui/dialogOnDemand.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { useChooseSetting } from '../commands.ts';
import { CheckSetting } from '../organization/CheckSetting.tsx';
import { apiKeyList } from '../queries.ts';
import { profileTexts } from '../texts.ts';
import { ApiKeyRow } from './ApiKeyRow.tsx';

const NewApiKey = dialogOnDemand(async () => (await import('./NewApiKey.tsx')).NewApiKey);

const texts = profileTexts.organization.apiKeys;

/** The API keys of partners, and whether their leads need one. */
export function ApiKeys({ required }: { required: boolean }) {
  const [adding, setAdding] = useState(false);
  return (
    <Panel
      title={texts.title}
      actions={
        <Button size="sm" icon={Plus} onClick={() => setAdding(true)}>
          {texts.create}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <CheckSetting on={required} save={useChooseSetting('apiKeyRequired')} texts={texts.required} />
        <ApiKeyRows />
      </div>
      {adding && <NewApiKey onClose={() => setAdding(false)} />}
    </Panel>
  );
}

function ApiKeyRows() {
  const query = useQuery(apiKeyList);
  const keys = query.data?.data;
  if (!keys && query.isError)
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  if (!keys) return <SkeletonLines count={3} />;
  if (keys.length === 0) return <EmptyState icon={KeyRound} title={texts.none} text={texts.noneText} />;
  return (
    <ul className="max-h-96 divide-y overflow-y-auto border-t">
      {keys.map((apiKey) => (
        <ApiKeyRow key={apiKey._id} apiKey={apiKey} />
      ))}
    </ul>
  );
}
