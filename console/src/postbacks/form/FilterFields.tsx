import { LONGEST_FILTER } from '@crm/contracts/limits.ts';
import { cutText } from '@crm/events/language/text.ts';
import { paymentModes } from '@crm/events/leads/vocabulary.ts';
import { useQuery } from '@tanstack/react-query';
import { useController, useFormContext } from 'react-hook-form';
import { countries, countryName } from '../../leads/countries.ts';
import { leadWords } from '../../leads/texts/words.ts';
import { filterOffers, nameIn, withCurrent } from '../../pages/list/choices.ts';
import { FailedChoices } from '../../pages/list/FailedChoices.tsx';
import { postbackTexts } from '../texts.ts';
import { CheckGroup } from './CheckGroup.tsx';
import { ListField } from './ListField.tsx';
import { firstMessage } from './listErrors.ts';
import type { PostbackValues } from './values.ts';

const modes = paymentModes.map((value) => ({ value, label: leadWords.paymentModes[value] }));
const knownCountries = countries.map((value) => ({ value, label: countryName(value) }));

/** The filters on leads; an empty list accepts all leads. */
export function FilterFields() {
  const { control, formState } = useFormContext<PostbackValues>();
  const offers = useController({ control, name: 'filters.offers' }).field;
  const webmasters = useController({ control, name: 'filters.webmasters' }).field;
  const countryList = useController({ control, name: 'filters.countries' }).field;
  const read = useQuery(filterOffers);
  const errors = formState.errors.filters;

  return (
    // Two columns by the width of the panel: beside the preview it is narrow also in a wide window.
    <div className="@container">
      <div className="grid items-start gap-4 @md:grid-cols-2">
        <ListField
          kind="pick"
          label={postbackTexts.form.filters.offers}
          hint={postbackTexts.form.filters.noneIsAll}
          errors={errors?.offers}
          field={offers}
          options={withCurrent(read.data, '', [''])}
          nameOf={(id) => nameIn(read.data, id)}
        >
          <FailedChoices of={{ [postbackTexts.form.filters.offers]: read }} />
        </ListField>
        <ListField
          kind="type"
          label={postbackTexts.form.filters.webmasters}
          hint={postbackTexts.form.filters.webmastersHint}
          errors={errors?.webmasters}
          field={webmasters}
          read={(text) => cutText(text, LONGEST_FILTER)}
          suggestions={[]}
        />
        <ListField
          kind="type"
          label={postbackTexts.form.filters.countries}
          hint={postbackTexts.form.filters.countriesHint}
          errors={errors?.countries}
          field={countryList}
          read={(text) => text.toUpperCase()}
          suggestions={knownCountries}
          nameOf={(code) => (countryName(code) === code ? code : `${countryName(code)} (${code})`)}
        />
        <CheckGroup
          name="filters.paymentModes"
          label={postbackTexts.form.filters.paymentModes}
          hint={postbackTexts.form.filters.noneIsAll}
          error={firstMessage(errors?.paymentModes)}
          options={modes}
        />
      </div>
    </div>
  );
}
