import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { RequestText } from '../Exchange.tsx';
import { placeholderValues } from '../queries.ts';
import { postbackTexts } from '../texts.ts';
import { previewOf } from './renderPreview.ts';
import type { PostbackValues } from './values.ts';

const noneKnown = { orderId: null, placeholders: [] };

/** The request of the form's current values, filled with the latest real lead. */
export function Preview() {
  const values = useFormContext<PostbackValues>().watch();
  const query = useQuery(placeholderValues);
  const { orderId, placeholders } = query.data?.data ?? noneKnown;
  return (
    <Panel title={postbackTexts.form.preview.title}>
      {query.isPending ? (
        <SkeletonLines count={6} />
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-sm break-words text-muted">
            {orderId === null
              ? postbackTexts.form.preview.noLead
              : postbackTexts.form.preview.lastLead(orderId)}
          </p>
          <RequestText request={previewOf(values, placeholders)} />
          <p className="text-xs text-muted">{postbackTexts.form.preview.signed}</p>
        </div>
      )}
    </Panel>
  );
}
