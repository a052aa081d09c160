import { useState } from 'react';
import { onDemand, useOnDemand } from '../../ui/onDemand.ts';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { dashboardTexts } from '../texts.ts';

const content = onDemand(() => import('./ApiFields.tsx'));

/** How partners post leads: a collapsible panel, generated from the call's contract. */
export function ApiDocumentation() {
  const [open, setOpen] = useState(false);
  const code = useOnDemand(content, open);
  return (
    <Panel>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer font-semibold">{dashboardTexts.admin.api.title}</summary>
        <div className="mt-3">{code ? <code.ApiFields /> : <SkeletonLines count={6} />}</div>
      </details>
    </Panel>
  );
}
