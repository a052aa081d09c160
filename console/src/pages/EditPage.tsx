import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { Input } from '../api/client.ts';
import { useCommand } from '../api/useCommand.ts';
import { PageForm } from '../form/PageForm.tsx';
import { Page } from '../ui/Page.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { toast } from '../ui/toast.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { useGoBack } from '../url/useGoBack.ts';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { EditGate } from './EditGate.tsx';
import type { CreateEndpoint, Resource, ResourceForm, UpdateEndpoint } from './resource.ts';
import { pageTexts } from './texts.ts';
import { useEdit } from './useEdit.ts';

type EditPageProps<
  Entity extends { _id: string; revision: number },
  Values extends FieldValues,
  Create extends CreateEndpoint,
  Update extends UpdateEndpoint,
> = {
  of: Resource<Entity>;
  form: ResourceForm<Entity, Values, Create, Update>;
  subtitle?: (entity: Entity) => ReactNode;
  actions?: (entity: Entity) => ReactNode;
  /** The fields; they find the form in its context. */
  children: (entity: Entity) => ReactNode;
};

/** The page that edits the entity of its address. */
export function EditPage<
  Entity extends { _id: string; revision: number },
  Values extends FieldValues,
  Create extends CreateEndpoint,
  Update extends UpdateEndpoint,
>(props: EditPageProps<Entity, Values, Create, Update>) {
  return (
    <EditGate of={props.of}>{(entity) => <Edit key={entity._id} entity={entity} {...props} />}</EditGate>
  );
}

function Edit<
  Entity extends { _id: string; revision: number },
  Values extends FieldValues,
  Create extends CreateEndpoint,
  Update extends UpdateEndpoint,
>({
  entity,
  of,
  form: declared,
  ...page
}: EditPageProps<Entity, Values, Create, Update> & { entity: Entity }) {
  const title = pageTexts.editPage.title(of.nameOf(entity));
  useTitle(title);
  const goBack = useGoBack(of.one?.(entity._id) ?? of.list.to);
  const update = useCommand(declared.update, of.topics);
  const queryClient = useQueryClient();
  const edit = useEdit<Entity, Values>(entity, {
    valuesOf: declared.valuesOf,
    readNow: () => of.readNow(queryClient, entity._id),
  });
  const form = useForm({
    // Complete values are default values, too.
    defaultValues: declared.valuesOf(edit.opened) as DefaultValues<Values>,
    resolver: declared.checkEdit(declared.valuesOf(edit.base), entity),
  });
  return (
    <Page>
      <PageHeader
        title={<span dir="auto">{title}</span>}
        subtitle={page.subtitle?.(entity)}
        actions={page.actions?.(entity)}
      />
      <PageForm
        form={form}
        submitLabel={pageTexts.editPage.submit(of.noun)}
        prepare={() => declared.prepare?.(form)}
        conflict={
          edit.changedFields.length > 0 && (
            <ChangedMeanwhile
              noun={of.noun}
              changed={edit.changedFields}
              onReload={() => {
                edit.reload();
                form.reset(declared.valuesOf(entity), { keepDirtyValues: true, keepErrors: true });
              }}
            />
          )
        }
        save={async (body) => {
          const { data, message } = await edit.save(form.getValues(), (revision) =>
            // The endpoint takes an id and a body with the revision, and nothing else.
            update.mutateAsync({ params: { id: entity._id }, body: { ...body, revision } } as Input<Update>),
          );
          toast.success(message ?? pageTexts.editPage.done(of.noun));
          declared.saved?.(data);
          return goBack;
        }}
        {...(declared.failure && { failure: declared.failure })}
        onCancel={goBack}
      >
        {page.children(entity)}
      </PageForm>
    </Page>
  );
}
