import type { LeadField } from './field.ts';

/** Fields for the operators who process the lead. */
export const handlingFields = {
  remarks: {
    kind: 'text',
    label: 'Remarks',
    personal: true,
    input: 'form',
    max: 2000,
    wide: true,
    multiline: true,
    upload: { column: 'Remarks', format: 'Up to 2000 characters', aliases: ['remark'] },
    export: { header: 'Remarks', width: 30 },
    placeholder: true,
  },
  isUrgent: {
    kind: 'flag',
    column: 'is_urgent',
    label: 'Urgent',
    personal: false,
    input: 'form',
    hint: 'Shown among the urgent leads',
    export: { header: 'Urgent' },
    placeholder: true,
  },
  requiresCallback: {
    kind: 'flag',
    column: 'requires_callback',
    label: 'Requires callback',
    personal: false,
    input: 'form',
    export: { header: 'Requires callback' },
    placeholder: true,
  },
} as const satisfies Record<string, LeadField>;
