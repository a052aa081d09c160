import { Panel } from '../../ui/Panel.tsx';
import { leadFormTexts } from '../texts/form.ts';
import { CatalogueField } from './CatalogueField.tsx';
import { formFields } from './values.ts';

const texts = leadFormTexts.customer;

/** `phoneLocked`: only admins may change a phone. */
export function CustomerFields({ phoneLocked }: { phoneLocked: boolean }) {
  const locked = { disabled: true, hint: texts.phoneLocked };
  return (
    <Panel title={texts.title}>
      <div className="grid gap-3 sm:grid-cols-2">
        {formFields('customer').map((name) => (
          <CatalogueField key={name} name={name} {...(name === 'phone' && phoneLocked && locked)} />
        ))}
      </div>
    </Panel>
  );
}
