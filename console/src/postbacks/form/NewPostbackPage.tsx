import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { toast } from '../../ui/toast.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { useGoBack } from '../../url/useGoBack.ts';
import { useCreatePostback } from '../commands.ts';
import { PostbackForm } from './PostbackForm.tsx';
import { SecretDialog } from './SecretDialog.tsx';
import { checkNew, newPostback } from './values.ts';

/** /postbacks/new */
export function NewPostbackPage() {
  useTitle('New Postback');
  const navigate = useNavigate();
  const goBack = useGoBack(paths.postbacks.list);
  const create = useCreatePostback();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Page>
      <PageHeader title="Create Postback" />
      <PostbackForm
        values={newPostback}
        authentication={null}
        check={checkNew}
        submitLabel="Create Postback"
        save={async (body) => {
          const { data, message } = await create({ body });
          toast.success(message ?? 'Postback created successfully');
          // Closing the secret's dialog leaves the page.
          return () => setSecret(data.secret);
        }}
        onCancel={goBack}
      />
      {secret !== null && (
        <SecretDialog
          secret={secret}
          note="Give it to the partner: with it they check that a request is ours. It can be made anew on the postback’s page."
          onClose={() => void navigate(paths.postbacks.list, { replace: true })}
        />
      )}
    </Page>
  );
}
