import { FlaskConical, ScrollText } from 'lucide-react';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { EditPage } from '../../pages/EditPage.tsx';
import { paths } from '../../paths.ts';
import { postbacks } from '../resource.ts';
import { postbackTexts } from '../texts.ts';
import { PostbackFields } from './PostbackFields.tsx';
import { SigningPanel } from './SigningPanel.tsx';
import { postbackForm } from './values.ts';

const group = postbackTexts.list.noun;

/** /postbacks/:id/edit */
export function EditPostbackPage() {
  return (
    <EditPage
      of={postbacks}
      form={postbackForm}
      actions={({ _id }) => (
        <>
          <ActionLink
            label={postbackTexts.form.actions.logs}
            group={group}
            action="logs"
            icon={ScrollText}
            to={paths.postbacks.logs(_id)}
          />
          <ActionLink
            label={postbackTexts.form.actions.test}
            group={group}
            action="test"
            icon={FlaskConical}
            to={paths.postbacks.test(_id)}
          />
        </>
      )}
    >
      {(postback) => (
        <PostbackFields
          authentication={postback.authentication}
          aside={<SigningPanel postback={postback} />}
        />
      )}
    </EditPage>
  );
}
