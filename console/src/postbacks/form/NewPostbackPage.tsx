import { useNavigate } from 'react-router-dom';
import { NewPage } from '../../pages/NewPage.tsx';
import { paths } from '../../paths.ts';
import { SecretDialog } from '../../ui/SecretDialog.tsx';
import { useShownOnce } from '../../ui/useShownOnce.ts';
import { postbacks } from '../resource.ts';
import { postbackTexts } from '../texts.ts';
import { PostbackFields } from './PostbackFields.tsx';
import { postbackForm } from './values.ts';

/** /postbacks/new; closing the dialog with the secret leaves the page. */
export function NewPostbackPage() {
  const navigate = useNavigate();
  const { secret, show } = useShownOnce<string>();
  return (
    <>
      <NewPage
        of={postbacks}
        form={postbackForm}
        onCreated={({ postback, secret: created }) =>
          show(created, postbackTexts.form.signing.createdNotShown(postback.name))
        }
      >
        <PostbackFields authentication={null} />
      </NewPage>
      {secret !== null && (
        <SecretDialog
          title={postbackTexts.form.signing.title}
          secret={secret}
          note={postbackTexts.form.signing.created}
          onClose={() => void navigate(paths.postbacks.list, { replace: true })}
        />
      )}
    </>
  );
}
