import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { Pencil, ScrollText } from 'lucide-react';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { BackButton } from '../../pages/BackButton.tsx';
import { Gate } from '../../pages/Gate.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { postbacks } from '../resource.ts';
import { postbackTexts } from '../texts.ts';
import { PostbackTest } from './PostbackTest.tsx';

/** /postbacks/:id/test */
export function TestPage() {
  return <Gate of={postbacks}>{(postback) => <Tested postback={postback} />}</Gate>;
}

const group = postbackTexts.test.title;

function Tested({ postback }: { postback: Postback }) {
  useTitle(postbackTexts.test.documentTitle(postback.name));
  return (
    <Page>
      <PageHeader
        title={postbackTexts.test.title}
        subtitle={<span dir="auto">{postback.name}</span>}
        actions={
          <>
            <ActionLink
              label={postbackTexts.test.actions.logs}
              group={group}
              action="logs"
              icon={ScrollText}
              to={paths.postbacks.logs(postback._id)}
            />
            <ActionLink
              label={postbackTexts.test.actions.edit}
              group={group}
              action="edit"
              icon={Pencil}
              to={paths.postbacks.edit(postback._id)}
            />
            <BackButton group={group} to={paths.postbacks.list} />
          </>
        }
      />
      <PostbackTest postback={postback} />
    </Page>
  );
}
