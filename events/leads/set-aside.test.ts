import { describe, test } from 'vitest';
import type { LeadCommand } from './command.ts';
import type { LeadEvent } from './events.ts';
import {
  asCreated,
  assign,
  changeStatus,
  createLead,
  deleteLead,
  edit,
  given,
  leadCreated,
  leadSetAside,
  priya,
  restore,
  setAside,
} from './story.ts';

describe('a lead over the limit', () => {
  const admit: LeadCommand = { type: 'AdmitLead' };
  const admitted: LeadEvent = { type: 'LeadAdmitted', data: {} };

  test('is set aside, and its order id is taken', () => {
    given().when(setAside()).gives(leadSetAside());
    given(leadSetAside()).when(setAside()).refuses('order-id-taken');
    given(leadSetAside()).when(createLead()).refuses('order-id-taken');
    given(leadCreated()).when(setAside()).refuses('order-id-taken');
  });
  test('is created with its details when it is admitted, once', () => {
    given(leadSetAside()).when(admit).gives(admitted, leadCreated());
    given(leadSetAside(), admitted, leadCreated()).when(admit).gives();
    given(leadSetAside(), admitted, leadCreated()).leaves(asCreated);
  });
  test('is not found by any other command before', () => {
    for (const command of [assign(priya), changeStatus('hold'), deleteLead(), edit({}), restore({})])
      given(leadSetAside()).when(command).refuses('lead-not-found');
    given().when(admit).refuses('lead-not-found');
  });
});
