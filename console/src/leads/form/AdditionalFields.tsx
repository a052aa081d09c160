import { fieldOf } from '@crm/events/leads/fields/list.ts';
import { Panel } from '../../ui/Panel.tsx';
import { leadFormTexts } from '../texts/form.ts';
import { CatalogueField } from './CatalogueField.tsx';
import { TextField } from './fields.tsx';
import { type FormField, formFields } from './values.ts';

const texts = leadFormTexts.additional;

const isFlag = (name: FormField) => fieldOf(name).kind === 'flag';

/** Source and handling, flags last. `withOrderId`: only for a new lead, because the order id cannot change. */
export function AdditionalFields({ withOrderId }: { withOrderId: boolean }) {
  const names = formFields('source', 'handling');
  return (
    <Panel title={texts.title}>
      <div className="grid gap-3 sm:grid-cols-2">
        {withOrderId && <TextField name="orderId" label={texts.orderId} hint={texts.orderIdHint} />}
        {[...names.filter((name) => !isFlag(name)), ...names.filter(isFlag)].map((name) => (
          <CatalogueField key={name} name={name} />
        ))}
      </div>
    </Panel>
  );
}
