import type { Answered } from '@crm/contracts/endpoint.ts';
import type { ReactNode } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Input } from '../api/client.ts';
import { useCommand } from '../api/useCommand.ts';
import { PageForm } from '../form/PageForm.tsx';
import { Page } from '../ui/Page.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { toast } from '../ui/toast.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { useGoBack } from '../url/useGoBack.ts';
import type { CreateEndpoint, Resource, ResourceForm, UpdateEndpoint } from './resource.ts';
import { pageTexts } from './texts.ts';

type NewPageProps<
  Entity extends { _id: string },
  Values extends FieldValues,
  Create extends CreateEndpoint,
  Update extends UpdateEndpoint,
> = {
  of: Resource<Entity>;
  form: ResourceForm<Entity, Values, Create, Update>;
  /** Replace blank values; may become known after the form has opened. Typed values stay. */
  defaults?: Partial<Values>;
  /** Runs after saving, instead of opening the page of the new entity; also when the user has left the page meanwhile. */
  onCreated?: (data: Answered<Create>) => void;
  /** The fields; they find the form in its context. */
  children: ReactNode;
};

/** The page that creates an entity. */
export function NewPage<
  Entity extends { _id: string },
  Values extends FieldValues,
  Create extends CreateEndpoint,
  Update extends UpdateEndpoint,
>({ of, form: declared, defaults, onCreated, children }: NewPageProps<Entity, Values, Create, Update>) {
  const { noun, list, topics } = of;
  useTitle(pageTexts.newPage.documentTitle(noun));
  const navigate = useNavigate();
  const goBack = useGoBack(list.to);
  const create = useCommand(declared.create, topics);
  const form = useForm({
    // A whole object; react-hook-form's type is that of a partial one, which TypeScript does not derive from a type parameter.
    defaultValues: declared.blank as DefaultValues<Values>,
    values: { ...declared.blank, ...defaults },
    resetOptions: { keepDirtyValues: true, keepErrors: true },
    resolver: declared.checkNew,
  });
  return (
    <Page>
      <PageHeader title={pageTexts.newPage.title(noun)} />
      <PageForm
        form={form}
        submitLabel={pageTexts.newPage.submit(noun)}
        prepare={() => declared.prepare?.(form)}
        save={async (body) => {
          // The endpoint takes a body and nothing else.
          const { data, message } = await create.mutateAsync({ body } as Input<Create>);
          toast.success(message ?? pageTexts.newPage.done(noun));
          onCreated?.(data);
          return () => {
            if (!onCreated) void navigate(declared.created(data), { replace: true });
          };
        }}
        {...(declared.failure && { failure: declared.failure })}
        onCancel={goBack}
      >
        {children}
      </PageForm>
    </Page>
  );
}
