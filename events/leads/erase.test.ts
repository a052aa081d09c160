import { describe, expect, test } from 'vitest';
import { fold } from '../language/decider.ts';
import { leadDecider } from './decide.ts';
import type { LeadEvent } from './events.ts';
import { splitPersonal } from './personal.ts';
import {
  approve,
  assign,
  changeStatus,
  commentOn,
  createLead,
  deleteLead,
  edit,
  eraseLead,
  given,
  leadAssigned,
  leadCommented,
  leadCreated,
  leadDeleted,
  leadEdited,
  leadErased,
  leadReleased,
  leadTaken,
  omar,
  priya,
  release,
  requestStatus,
  restore,
  statusChanged,
  statusChangeRequested,
  take,
} from './story.ts';

const ofOmar = { kind: 'own', operator: omar.id, seesAllLeads: false } as const;

describe('erasing the personal data of a lead', () => {
  test('is recorded with its reason, also of a deleted lead', () => {
    given(leadCreated()).when(eraseLead()).gives(leadErased());
    given(leadCreated(), leadDeleted()).when(eraseLead('By law')).gives(leadErased('By law'));
  });

  test('ends the lease of an operator', () => {
    given(leadCreated(), leadAssigned(priya), leadTaken(priya))
      .when(eraseLead())
      .gives(leadReleased(priya, 'withdrawn'), leadErased());
  });

  test('is refused for an unknown lead, and the second time', () => {
    given().when(eraseLead()).refuses('lead-not-found');
    given(leadCreated(), leadErased()).when(eraseLead()).refuses('lead-erased');
    given(leadCreated(), leadDeleted(), leadErased()).when(eraseLead()).refuses('lead-erased');
  });

  test('leaves a lead that can be deleted, and refuses every other change', () => {
    const erased = given(leadCreated(), leadAssigned(priya), statusChangeRequested('approved'), leadErased());
    erased.when(deleteLead('Old')).gives(leadDeleted('Old'));
    erased.when(createLead()).refuses('order-id-taken');
    for (const command of [
      edit({ changes: { product: { quantity: 3 } } }),
      assign(omar),
      commentOn(),
      changeStatus('approved'),
      requestStatus('approved'),
      approve(),
      restore({}),
    ])
      erased.when(command).refuses('lead-erased');
    erased.when(take(priya, { mayTakeUnassigned: true })).refuses('lead-not-available');
    erased.when(release(priya)).gives();
  });

  test('tells only users who may see the lead', () => {
    const erased = given(leadCreated(), leadAssigned(priya), leadErased());
    erased.when(commentOn({ reach: ofOmar })).refuses('lead-not-found');
    erased.when(commentOn({ reach: { ...ofOmar, seesAllLeads: true } })).refuses('lead-not-yours');
    erased.when(commentOn({ reach: { ...ofOmar, operator: priya.id } })).refuses('lead-erased');
    erased.when(requestStatus('approved', { by: omar })).refuses('lead-not-found');
    erased.when(requestStatus('approved', { by: omar, seesAllLeads: true })).refuses('lead-not-yours');
    erased.when(requestStatus('approved')).refuses('lead-erased');
  });

  test('hides a lead that was deleted, and its deletion cannot be undone', () => {
    for (const gone of [
      given(leadCreated(), leadErased(), leadDeleted()),
      given(leadCreated(), leadDeleted(), leadErased()),
    ]) {
      gone.when(changeStatus('approved')).refuses('lead-not-found');
      gone.when(deleteLead()).refuses('lead-not-found');
      gone.when(restore({})).refuses('lead-erased');
    }
  });

  test('gives the same state with and without the personal data of the events before', () => {
    const history: LeadEvent[] = [
      leadCreated(),
      leadEdited({ customer: { fullName: 'Bob' }, address: { landmark: 'Tower', country: 'US' } }),
      statusChanged('hold', { reason: 'Ravi asked' }),
      { ...leadCommented(), data: { ...leadCommented().data, content: 'Connected - her son Ravi' } },
      statusChangeRequested('approved', { reason: 'Ravi agreed' }),
      leadErased(),
    ];
    // What splitPersonal returns is what is read once the key is destroyed.
    const without = history.map(({ type, data }) => ({
      type,
      data: splitPersonal({ type, version: 2, data }).rest,
    })) as LeadEvent[];
    expect(JSON.stringify(without)).not.toMatch(/Ravi|98765|Bob|Tower/);
    expect(fold(leadDecider, without)).toEqual(fold(leadDecider, history));
    expect(JSON.stringify(fold(leadDecider, history))).not.toMatch(/Ravi|98765|Bob|Tower/);
  });
});
