import { postbackDeliveryTexts } from './texts/delivery.ts';
import { postbackFormTexts } from './texts/form.ts';
import { postbackListTexts } from './texts/list.ts';
import { postbackLogTexts } from './texts/logs.ts';
import { postbackNavigationTexts } from './texts/navigation.ts';
import { postbackTestTexts } from './texts/test.ts';

/**
 * The texts of the postbacks, in English, but for those of the backfill, which only its dialog loads. A translation is another
 * object of this type.
 */
export const postbackTexts = {
  navigation: postbackNavigationTexts,
  list: postbackListTexts,
  form: postbackFormTexts,
  delivery: postbackDeliveryTexts,
  logs: postbackLogTexts,
  test: postbackTestTexts,
};
