import { Panel } from '../../ui/Panel.tsx';
import { FlagField, LongTextField, TextField } from './fields.tsx';

/** `withOrderId`: only for a new lead, because the order id cannot change. */
export function AdditionalFields({ withOrderId }: { withOrderId: boolean }) {
  return (
    <Panel title="Additional">
      <div className="grid gap-3 sm:grid-cols-2">
        {withOrderId && <TextField name="orderId" label="Order ID" hint="Left blank, one is made." />}
        <TextField name="webmaster" label="Webmaster" />
        <LongTextField name="remarks" label="Remarks" className="sm:col-span-2" />
        <FlagField name="isUrgent" label="Urgent" hint="Shown among the urgent leads" />
        <FlagField name="requiresCallback" label="Requires callback" />
      </div>
    </Panel>
  );
}
