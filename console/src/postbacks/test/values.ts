import type { Sent } from '@crm/contracts/endpoint.ts';
import { testPostback, type testStatuses } from '@crm/contracts/postbacks/test.ts';
import type { PaymentMode } from '@crm/events/leads/vocabulary.ts';
import type { TriggerEvent } from '@crm/events/postbacks/vocabulary.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { postbackTexts } from '../texts.ts';

/** The form's values: the event and the lead of a test. */
export type TestValues = {
  event: TriggerEvent;
  testData: {
    orderId: string;
    status: (typeof testStatuses)[number];
    fullName: string;
    phone: string;
    email: string;
    total: string;
    productName: string;
    paymentMode: PaymentMode;
  };
};

/** The order id is 'TEST' plus a timestamp. The other defaults fill every field. */
export function newTest(event: TriggerEvent, now: Date): TestValues {
  return {
    event,
    testData: {
      orderId: `TEST${now.getTime()}`,
      status: 'pending',
      fullName: postbackTexts.test.samples.fullName,
      phone: '+1 555 010 0199',
      email: 'test@example.com',
      total: '99.99',
      productName: postbackTexts.test.samples.productName,
      paymentMode: 'cod',
    },
  };
}

export function inputOf({ event, testData }: TestValues): Sent<typeof testPostback, 'body'> {
  const { total, ...rest } = testData;
  return { event, testData: { ...rest, ...(total.trim() !== '' && { total: total.trim() }) } };
}

export const checkTest = checkedBy(testPostback.body, inputOf);
