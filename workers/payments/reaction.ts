import { PaymentId } from '@crm/events/ids.ts';
import { idOf } from '@crm/events/streams.ts';
import { reaction } from '@crm/platform/jobs/reaction.ts';
import { endRefunded } from './end-refunded.ts';
import { grantPayment } from './grant.ts';
import { MAIL_RECEIPT, MAIL_WELCOME } from './mails.ts';
import { questionsAbout, RECONCILE } from './reconcile.ts';
import { REFUND } from './refund.ts';

/** The work that follows from each step of a payment. */
export const followPayments = reaction({
  name: 'payment-steps',
  events: [
    'PaymentOrderCreated',
    'PaymentCaptured',
    'PaymentGrantRetried',
    'PaymentGranted',
    'PaymentRefundRequested',
    'PaymentRefunded',
  ],
  handle: ({ type, stream, at, meta: { tenant } }, { enqueue }) => {
    const of = { id: PaymentId.parse(idOf(stream)), tenant };
    const key = of.id;
    switch (type) {
      case 'PaymentOrderCreated':
        for (const { step, runAt } of questionsAbout(at))
          enqueue(RECONCILE, { ...of, step }, { key: `${key} ${step}`, runAt });
        break;
      case 'PaymentCaptured':
      case 'PaymentGrantRetried':
        enqueue(grantPayment, of, { key });
        break;
      case 'PaymentGranted':
        enqueue(MAIL_WELCOME, of, { key });
        enqueue(MAIL_RECEIPT, of, { key });
        // The refund may have been recorded while the grant was on its way.
        enqueue(endRefunded, of, { key });
        break;
      case 'PaymentRefundRequested':
        enqueue(REFUND, of, { key });
        break;
      case 'PaymentRefunded':
        // A grant that began and used all its attempts is completed, so that it is taken back as a whole.
        enqueue(grantPayment, of, { key });
        enqueue(endRefunded, of, { key });
        break;
    }
  },
});
