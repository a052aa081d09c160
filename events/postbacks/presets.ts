import type { PostbackDetails } from './details.ts';

/** The form fields that a preset fills; the rest of the form stays unchanged. */
export type Preset = {
  id: string;
  name: string;
  description: string;
  fills: Pick<PostbackDetails, 'method' | 'parameters' | 'triggerEvents' | 'statusMap' | 'bodyTemplate'> & {
    /** An example of the tracker's URL, only as the field's hint. */
    urlHint: string;
  };
};

const placeholder = (key: string, value: string) => ({ key, value, isPlaceholder: true });

/** Common trackers. Their click id arrives with the lead as sub1. */
export const presets: readonly Preset[] = [
  {
    id: 'keitaro',
    name: 'Keitaro',
    description: 'Keitaro’s S2S postback: subid, status, payout and tid in the query.',
    fills: {
      method: 'GET',
      urlHint: 'https://tracker.example/0a1b2c3/postback',
      parameters: [
        placeholder('subid', 'sub1'),
        placeholder('status', 'status'),
        placeholder('payout', 'total'),
        placeholder('tid', 'orderId'),
      ],
      bodyTemplate: null,
      triggerEvents: ['new_lead', 'status_update'],
      statusMap: {
        processing: 'lead',
        hold: 'lead',
        approved: 'sale',
        cancelled: 'rejected',
        trash: 'trash',
      },
    },
  },
  {
    id: 'voluum',
    name: 'Voluum',
    description: 'Voluum’s conversion postback on approval: cid, payout and txid in the query.',
    fills: {
      method: 'GET',
      urlHint: 'https://domain.voluumtrk.com/postback',
      parameters: [
        placeholder('cid', 'sub1'),
        placeholder('payout', 'total'),
        placeholder('txid', 'orderId'),
      ],
      bodyTemplate: null,
      triggerEvents: ['lead_approved'],
      statusMap: {},
    },
  },
  {
    id: 'json',
    name: 'Plain JSON',
    description: 'A POST with the event and the whole lead as JSON.',
    fills: {
      method: 'POST',
      urlHint: 'https://partner.example/webhooks/leads',
      parameters: [],
      bodyTemplate: null,
      triggerEvents: ['new_lead', 'status_update'],
      statusMap: {},
    },
  },
];
