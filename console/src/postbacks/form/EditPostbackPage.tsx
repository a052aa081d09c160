import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { FlaskConical, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { toast } from '../../ui/toast.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { useGoBack } from '../../url/useGoBack.ts';
import { useUpdatePostback } from '../commands.ts';
import { PostbackGate } from '../PostbackGate.tsx';
import { PostbackForm } from './PostbackForm.tsx';
import { SigningPanel } from './SigningPanel.tsx';
import { checkEdit, valuesOf } from './values.ts';

/** /postbacks/:id/edit */
export function EditPostbackPage() {
  return (
    <PostbackGate editing>
      {(postback) => <EditPostback key={postback._id} postback={postback} />}
    </PostbackGate>
  );
}

function EditPostback({ postback }: { postback: Postback }) {
  useTitle(`Edit ${postback.name}`);
  const goBack = useGoBack(paths.postbacks.list);
  const update = useUpdatePostback();
  // The postback as first read: the edit sends only changed fields and keeps concurrent changes of the
  // others.
  const [{ values, check }] = useState(() => {
    const read = valuesOf(postback);
    return { values: read, check: checkEdit(read) };
  });
  return (
    <Page>
      <PageHeader
        title={<span dir="auto">{`Edit ${postback.name}`}</span>}
        actions={
          <>
            <ActionLink
              label="Logs"
              group="Postback"
              action="logs"
              icon={ScrollText}
              to={paths.postbacks.logs(postback._id)}
            />
            <ActionLink
              label="Test"
              group="Postback"
              action="test"
              icon={FlaskConical}
              to={paths.postbacks.test(postback._id)}
            />
          </>
        }
      />
      <PostbackForm
        values={values}
        authentication={postback.authentication}
        check={check}
        submitLabel="Update Postback"
        save={async (body) => {
          const { message } = await update({ params: { id: postback._id }, body });
          toast.success(message ?? 'Postback updated successfully');
          return goBack;
        }}
        onCancel={goBack}
        aside={<SigningPanel postback={postback} />}
      />
    </Page>
  );
}
