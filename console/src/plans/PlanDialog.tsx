import { createPlan, type Plan, updatePlan } from '@crm/contracts/plans/plans.ts';
import { billingCycles, planCurrencies } from '@crm/events/plans/vocabulary.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type Resolver, useForm } from 'react-hook-form';
import { readNow } from '../api/read.ts';
import { useCommand } from '../api/useCommand.ts';
import { DialogForm } from '../form/DialogForm.tsx';
import { PriceFields } from '../form/PriceFields.tsx';
import { ChangedMeanwhile } from '../pages/ChangedMeanwhile.tsx';
import { useEdit } from '../pages/useEdit.ts';
import { CheckField } from '../ui/CheckField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { Select } from '../ui/Select.tsx';
import { Textarea } from '../ui/Textarea.tsx';
import { toast } from '../ui/toast.tsx';
import { FeatureRows } from './FeatureRows.tsx';
import { allPlans } from './queries.ts';
import { planTexts } from './texts.ts';
import { blankPlan, checkEdit, checkNew, type PlanValues, valuesOf } from './values.ts';

const texts = planTexts.form;

/** Creates a plan. */
export function NewPlanDialog({ onClose }: { onClose: () => void }) {
  const create = useCommand(createPlan, ['plans']);
  return (
    <PlanDialog
      title={texts.createTitle}
      submitLabel={texts.create}
      draft="plan new"
      values={blankPlan}
      resolver={checkNew}
      save={async (body) => {
        const { data } = await create.mutateAsync({ body });
        toast.success(texts.created(data.plan.name));
      }}
      onClose={onClose}
    />
  );
}

/** Edits a plan; sends only the changed fields. @param plan the current one, kept up to date */
export function EditPlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const update = useCommand(updatePlan, ['plans']);
  const queryClient = useQueryClient();
  const edit = useEdit<Plan, PlanValues>(plan, {
    valuesOf,
    readNow: async () => {
      const { data } = await readNow(queryClient, allPlans);
      return data.find(({ _id }) => _id === plan._id) ?? plan;
    },
  });
  return (
    <PlanDialog
      title={texts.editTitle(plan.name)}
      description={texts.keptTerms}
      submitLabel={texts.update}
      draft={`plan ${plan._id}`}
      values={valuesOf(edit.opened)}
      resolver={checkEdit(valuesOf(edit.base))}
      others={{ changed: edit.changedFields, values: valuesOf(plan), reload: edit.reload }}
      save={async (body, values) => {
        await edit.save(values, (revision) =>
          update.mutateAsync({ params: { id: plan._id }, body: { ...body, revision } }),
        );
        toast.success(texts.updated(body.name ?? plan.name));
      }}
      onClose={onClose}
    />
  );
}

type PlanDialogProps<Body> = {
  title: string;
  description?: string;
  submitLabel: string;
  draft: string;
  values: PlanValues;
  resolver: Resolver<PlanValues, unknown, Body>;
  /** What other super admins have changed meanwhile: the names of the fields, and the present values of all. */
  others?: { changed: readonly string[]; values: PlanValues; reload: () => void };
  save: (body: Body, values: PlanValues) => Promise<void>;
  onClose: () => void;
};

const cycleOptions = billingCycles.map((value) => ({ value, label: texts.cycles[value] }));

function PlanDialog<Body>(props: PlanDialogProps<Body>) {
  const { title, description, values, resolver, others, save, onClose, ...rest } = props;
  const form = useForm({ defaultValues: values, resolver });
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <Dialog open wide onClose={onClose} title={title} description={description}>
      <DialogForm
        {...rest}
        form={form}
        failure={texts.failed}
        conflict={
          others &&
          others.changed.length > 0 && (
            <ChangedMeanwhile
              noun={planTexts.noun}
              changed={others.changed}
              onReload={() => {
                others.reload();
                form.reset(others.values, { keepDirtyValues: true, keepErrors: true });
              }}
            />
          )
        }
        save={async (body) => {
          await save(body, form.getValues());
          onClose();
        }}
        onClose={onClose}
      >
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Field label={texts.name} required error={errors.name?.message}>
            <Input {...register('name')} autoComplete="off" dir="auto" />
          </Field>
          <Field label={texts.cycle} required error={errors.billingCycle?.message}>
            <Select {...register('billingCycle')} options={cycleOptions} />
          </Field>
          <PriceFields texts={texts} currencies={planCurrencies} register={register} errors={errors} />
          <Field label={texts.maxLeads} hint={texts.maxLeadsHint} error={errors.maxLeads?.message}>
            <Input
              {...register('maxLeads')}
              inputMode="numeric"
              autoComplete="off"
              placeholder={texts.unlimited}
            />
          </Field>
          <Field label={texts.buttonText} hint={texts.buttonTextHint} error={errors.buttonText?.message}>
            <Input
              {...register('buttonText')}
              autoComplete="off"
              dir="auto"
              placeholder={texts.buttonTextDefault}
            />
          </Field>
        </div>
        <Field label={texts.description} error={errors.description?.message}>
          <Textarea {...register('description')} rows={2} dir="auto" />
        </Field>
        <FeatureRows />
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <CheckField label={texts.active} hint={texts.activeHint} {...register('isActive')} />
          <CheckField label={texts.featured} hint={texts.featuredHint} {...register('featured')} />
        </div>
      </DialogForm>
    </Dialog>
  );
}
