import type { Offer } from '@crm/contracts/offers/offers.ts';
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { useAction } from '../../keys/registry.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { useGoBack } from '../../url/useGoBack.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { DeleteOfferDialog } from '../DeleteOfferDialog.tsx';
import { categoryLabel } from '../labels.ts';
import { OfferStatus } from '../list/columns.tsx';
import { OfferAnalytics } from './OfferAnalytics.tsx';
import { OfferDetails } from './OfferDetails.tsx';

const group = 'Offer';
// Changing tabs replaces the history entry, so that Back leaves the page.
const replace = { replace: true };
const viewUrl = z.object({ tab: z.enum(['details', 'analytics']).default('details') });

export function OfferView({ offer }: { offer: Offer }) {
  useTitle(offer.name);
  const navigate = useNavigate();
  const goBack = useGoBack(paths.offers.list);
  const [url, setUrl] = useUrlState(viewUrl);
  const [deleting, setDeleting] = useState(false);
  useAction({ label: 'Details', group, action: 'first-tab', run: () => setUrl({ tab: 'details' }, replace) });
  useAction({
    label: 'Analytics',
    group,
    action: 'second-tab',
    run: () => setUrl({ tab: 'analytics' }, replace),
  });

  return (
    <Page>
      <PageHeader
        title={<span dir="auto">{offer.name}</span>}
        badges={<OfferStatus offer={offer} />}
        subtitle={
          <>
            {categoryLabel(offer.category)} · ID{' '}
            <span className="font-mono text-sm select-all">{offer.id}</span>
          </>
        }
        actions={
          <>
            <ActionLink
              label="Edit"
              group={group}
              action="edit"
              icon={Pencil}
              variant="primary"
              to={paths.offers.edit(offer._id)}
            />
            <ActionButton
              label="Delete"
              group={group}
              action="delete"
              icon={Trash2}
              onClick={() => setDeleting(true)}
            />
            <ActionButton
              label="Back"
              group={group}
              action="back"
              icon={ArrowLeft}
              variant="ghost"
              onClick={goBack}
            />
          </>
        }
      />
      <Tabs
        label="Offer"
        value={url.tab}
        onChange={(tab) => setUrl({ tab }, replace)}
        tabs={[
          { value: 'details', label: 'Details', content: <OfferDetails offer={offer} /> },
          { value: 'analytics', label: 'Analytics', content: <OfferAnalytics offer={offer} /> },
        ]}
      />
      {deleting && (
        <DeleteOfferDialog
          offer={offer}
          onDeleted={() => void navigate(paths.offers.list, { replace: true })}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  );
}
