import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { currentUser } from '../../../test/currentUser.ts';
import { CurrentUserContext } from '../../auth/currentUser.ts';
import { AdminFirstSteps } from './AdminFirstSteps.tsx';

/** The steps of an organisation with one offer, an operator and this number of leads. */
const stepsOf = (leads: number, isViewed = false) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <CurrentUserContext value={currentUser('admin', isViewed)}>
        <AdminFirstSteps
          stats={{
            offers: { activeOffers: 0, totalOffers: 1 },
            users: { activeOperators: 0, totalOperators: 1 },
            overview: { totalLeads: leads },
          }}
        />
      </CurrentUserContext>
    </MemoryRouter>,
  );

test('shows the steps until all are done', () => {
  expect(stepsOf(0).match(/Done:/g)).toHaveLength(2);
  expect(stepsOf(0)).toContain('Not done yet:');
  expect(stepsOf(1)).toBe('');
});

test('offers nothing to a super admin who only views the organisation', () => {
  expect(stepsOf(0, true)).toBe('');
});
