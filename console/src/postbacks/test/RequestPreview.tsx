import { testPostback } from '@crm/contracts/postbacks/test.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { call } from '../../api/client.ts';
import { errorText } from '../../api/errors.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { RequestText } from '../Exchange.tsx';
import { postbackTexts } from '../texts.ts';
import { inputOf, type TestValues } from './values.ts';

const PAUSE_MS = 300;

/** The request of the form's values, rendered and masked by the server; nothing is sent. */
const rendered = (id: string, body: ReturnType<typeof inputOf>) => ({
  queryKey: [testPostback.path, 'preview', id, body],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { data } = await call(
      testPostback,
      { params: { id }, body: { ...body, dryRun: true } },
      { signal },
    );
    return data.request;
  },
  meta: { topics: ['postbacks'] as const, id },
  placeholderData: keepPreviousData,
});

export function RequestPreview({ postbackId }: { postbackId: string }) {
  const values = useFormContext<TestValues>().watch();
  const typed = usePaused(JSON.stringify(inputOf(values)));
  const body = testPostback.body.safeParse(JSON.parse(typed));
  // Errors appear beside their fields; until they are corrected, the last valid preview stays visible.
  const query = useQuery({
    ...rendered(postbackId, body.success ? body.data : inputOf(values)),
    enabled: body.success,
  });
  if (query.data)
    return (
      <div className="flex flex-col gap-3">
        <RequestText request={query.data} />
        <p className="text-xs text-muted">{postbackTexts.test.request.madeAgain}</p>
      </div>
    );
  if (query.isError) return <Alert tone="bad" text={errorText(query.error)} />;
  return <SkeletonLines count={6} />;
}

/** The text after it has not changed for 300 ms. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
