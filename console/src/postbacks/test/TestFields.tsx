import { testStatuses } from '@crm/contracts/postbacks/test.ts';
import { paymentModes } from '@crm/events/leads/vocabulary.ts';
import { useFormContext } from 'react-hook-form';
import { leadWords } from '../../leads/texts/words.ts';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Select } from '../../ui/Select.tsx';
import { capitalised } from '../../ui/StatusBadge.tsx';
import { triggerOptions } from '../labels.ts';
import { postbackTexts } from '../texts.ts';
import type { TestValues } from './values.ts';

const statuses = testStatuses.map((value) => ({ value, label: capitalised(value) }));
const modes = paymentModes.map((value) => ({ value, label: leadWords.paymentModes[value] }));

export function TestFields() {
  const { register, formState } = useFormContext<TestValues>();
  const errors = formState.errors.testData;
  return (
    <Panel title={postbackTexts.test.fields.title}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label={postbackTexts.test.fields.event}
          required
          error={formState.errors.event?.message}
          className="sm:col-span-2"
        >
          <Select {...register('event')} options={triggerOptions} />
        </Field>
        <Field label={postbackTexts.test.fields.orderId} error={errors?.orderId?.message}>
          <Input {...register('testData.orderId')} autoComplete="off" />
        </Field>
        <Field label={postbackTexts.test.fields.status} error={errors?.status?.message}>
          <Select {...register('testData.status')} options={statuses} />
        </Field>
        <Field label={postbackTexts.test.fields.fullName} error={errors?.fullName?.message}>
          <Input {...register('testData.fullName')} autoComplete="off" dir="auto" />
        </Field>
        <Field label={postbackTexts.test.fields.phone} error={errors?.phone?.message}>
          <Input {...register('testData.phone')} autoComplete="off" />
        </Field>
        <Field label={postbackTexts.test.fields.email} error={errors?.email?.message}>
          <Input {...register('testData.email')} autoComplete="off" />
        </Field>
        <Field label={postbackTexts.test.fields.total} error={errors?.total?.message}>
          <Input {...register('testData.total')} inputMode="decimal" autoComplete="off" />
        </Field>
        <Field label={postbackTexts.test.fields.productName} error={errors?.productName?.message}>
          <Input {...register('testData.productName')} autoComplete="off" dir="auto" />
        </Field>
        <Field label={postbackTexts.test.fields.paymentMode} error={errors?.paymentMode?.message}>
          <Select {...register('testData.paymentMode')} options={modes} />
        </Field>
      </div>
    </Panel>
  );
}
