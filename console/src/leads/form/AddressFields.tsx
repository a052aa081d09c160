import { Panel } from '../../ui/Panel.tsx';
import { leadFormTexts } from '../texts/form.ts';
import { CatalogueField } from './CatalogueField.tsx';
import { formFields } from './values.ts';

export function AddressFields() {
  return (
    <Panel title={leadFormTexts.address.title}>
      <div className="grid gap-3 sm:grid-cols-2">
        {formFields('address').map((name) => (
          <CatalogueField key={name} name={name} />
        ))}
      </div>
    </Panel>
  );
}
