import path from 'node:path';
import { startProduct } from '@crm/platform/test/product.ts';
import { openBrowser } from './browser.ts';
import { ADMIN, signedIn } from './people.ts';

/** `npm run screenshot`: recreates the README's screenshot from the demo. */
const product = await startProduct({ demoLeads: 400 });
const browser = await openBrowser();
try {
  const page = await signedIn(browser, product.url, ADMIN, '/leads');
  await page.getByText(/^Showing/).waitFor();
  await page.screenshot({ path: path.join(import.meta.dirname, '../docs/leads.png') });
} finally {
  await browser.close();
  await product.remove();
}
