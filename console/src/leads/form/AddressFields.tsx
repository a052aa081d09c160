import { Panel } from '../../ui/Panel.tsx';
import { CatalogueField } from './CatalogueField.tsx';
import { formFields } from './values.ts';

export function AddressFields() {
  return (
    <Panel title="Address">
      <div className="grid gap-3 sm:grid-cols-2">
        {formFields('address').map((name) => (
          <CatalogueField key={name} name={name} />
        ))}
      </div>
    </Panel>
  );
}
