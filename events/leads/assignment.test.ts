import { describe, test } from 'vitest';
import {
  assign,
  given,
  leadAssigned,
  leadCreated,
  leadUnassigned,
  omar,
  priya,
  tara,
  unassign,
} from './story.ts';

const assignedToPriya = [leadCreated(), leadAssigned(priya)];

describe('assignment', () => {
  test('of an unassigned lead', () => given(leadCreated()).when(assign(priya)).gives(leadAssigned(priya)));
  test('from one operator to another, with a reason', () =>
    given(...assignedToPriya)
      .when(assign(omar, 'Speaks Arabic'))
      .gives(leadAssigned(omar, { from: priya, reason: 'Speaks Arabic' })));
  test('to the current operator gives no event', () =>
    given(...assignedToPriya)
      .when(assign(priya))
      .gives());
  test('from one operator refuses leads that are no longer theirs', () => {
    given(...assignedToPriya)
      .when({ ...assign(omar), from: priya.id })
      .gives(leadAssigned(omar, { from: priya }));
    for (const elsewhere of [[leadCreated()], [leadCreated(), leadAssigned(tara)]])
      given(...elsewhere)
        .when({ ...assign(omar), from: priya.id })
        .refuses('assigned-elsewhere');
  });
  test('by an admin who saw another operator is refused, unless it is as wished already', () => {
    given(leadCreated())
      .when({ ...assign(omar), seen: null })
      .gives(leadAssigned(omar));
    given(...assignedToPriya)
      .when({ ...assign(omar), seen: priya.id })
      .gives(leadAssigned(omar, { from: priya }));
    for (const seen of [null, tara.id])
      for (const command of [assign(omar), unassign()])
        given(...assignedToPriya)
          .when({ ...command, seen })
          .refuses('changed-meanwhile');
    given(...assignedToPriya)
      .when({ ...assign(priya), seen: null })
      .gives();
    given(leadCreated())
      .when({ ...unassign(), seen: priya.id })
      .gives();
  });
  test('can be removed once', () => {
    given(...assignedToPriya)
      .when(unassign())
      .gives(leadUnassigned(priya));
    given(...assignedToPriya, leadUnassigned(priya))
      .when(unassign())
      .gives();
  });
});
