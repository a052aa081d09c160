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
  eraseLead,
  given,
  leadCreated,
  leadDeleted,
  leadErased,
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
    for (const command of [assign(priya), changeStatus('hold'), edit({}), restore({})])
      given(leadSetAside()).when(command).refuses('lead-not-found');
    given().when(admit).refuses('lead-not-found');
  });
  test('leaves the queue when it is deleted or erased, and keeps its order id', () => {
    given(leadSetAside()).when(deleteLead()).gives(leadDeleted());
    given(leadSetAside()).when(eraseLead()).gives(leadErased());
    for (const left of [leadDeleted(), leadErased()]) {
      given(leadSetAside(), left).when(admit).gives();
      given(leadSetAside(), left).when(createLead()).refuses('order-id-taken');
      given(leadSetAside(), left).when(deleteLead()).refuses('lead-not-found');
      given(leadSetAside(), left).when(restore({})).refuses('lead-not-found');
    }
  });
  test('is erased once, also after its deletion', () => {
    given(leadSetAside(), leadDeleted()).when(eraseLead()).gives(leadErased());
    given(leadSetAside(), leadErased()).when(eraseLead()).refuses('lead-erased');
    given(leadSetAside(), leadDeleted(), leadErased()).when(eraseLead()).refuses('lead-erased');
  });
});
