import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { stubStorage } from '../../test/stubStorage.ts';
import { useOwnColumns } from './ownColumns.ts';

type OwnColumns = ReturnType<typeof useOwnColumns>;

function Tab({ onOpen }: { onOpen: (columns: OwnColumns) => void }) {
  onOpen(useOwnColumns());
  return null;
}

/** The columns as a tab that was just opened knows them. */
function openTab(): OwnColumns {
  const opened: OwnColumns[] = [];
  renderToStaticMarkup(<Tab onOpen={(columns) => opened.push(columns)} />);
  return opened[0] ?? expect.unreachable();
}

test('two tabs keep the columns that the other one stored', () => {
  stubStorage();
  const narrow = [{ id: 'city', shown: true, width: 5 }];
  const wide = [{ id: 'city', shown: true, width: 20 }];
  const [one, other] = [openTab(), openTab()];
  one.set('leads', narrow);
  other.set('users', wide);
  expect([openTab().of('leads'), openTab().of('users')]).toEqual([narrow, wide]);
});
