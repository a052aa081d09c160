import type { StatusAges } from '@crm/events/leads/status-ages.ts';
import { OTHER_VALUES } from '@crm/events/reports/names.ts';
import type { DecodedBlock } from '../block-cache.ts';
import type { CodedColumn, ColumnValue } from '../block-column.ts';
import type { BlockRequest } from '../leads/blocks.ts';
import type { LeadColumn, LeadValues } from '../leads/column-blocks.ts';
import { dayIndex, type ReportPeriod } from './period.ts';
import { eachRepeated, type Page } from './repeated.ts';
import { cellOfCurrency, cellOfStatus, emptyTally, type Tally } from './tally.ts';

export type CountRequest = {
  tenant: string;
  /** Only the leads of this operator; null for all. */
  operator: string | null;
  period: ReportPeriod;
  /** The time that must be in the period: of creation, or of the decision. */
  time: 'at' | 'decided_at';
  filters: Partial<Record<LeadColumn, string>>;
  groups: readonly LeadColumn[];
  /** Whether to count duplicates, which reads one column more. */
  duplicates: boolean;
  /** Whether to count the statuses at the ages of cohorts, which reads one column more. */
  ages: boolean;
};

export type Counted = {
  days: Tally[];
  previous: Tally;
  /** By column and value. The values beyond the first MOST_GROUPS of a column are counted as OTHER_VALUES. */
  groups: Map<LeadColumn, Map<ColumnValue, Tally>>;
};

/** Bounds the memory of a grouped column: 7 MB. A lead's sub2 may have as many values as there are leads. */
const MOST_GROUPS = 10_000;

/**
 * Counts the leads of blocks in their order: the current ones (leads/blocks.ts), or those of a past position
 * (recompute/history.ts).
 * @throws the signal's reason when it is aborted
 */
export async function countBlocks(
  blocks: AsyncIterable<readonly DecodedBlock[]>,
  request: CountRequest,
  signal: AbortSignal,
): Promise<Counted> {
  const counting = counter(request);
  for await (const some of blocks) {
    signal.throwIfAborted();
    for (const block of some) counting.add(block);
  }
  signal.throwIfAborted();
  return counting.finished();
}

/** The blocks to count, with the columns that the request needs. */
export function blocksOf({
  tenant,
  period,
  time,
  operator,
  filters,
  groups,
  duplicates,
  ages,
}: CountRequest): BlockRequest {
  // The keys of the record of filters.
  const filtered = Object.keys(filters) as LeadColumn[];
  const columns = new Set<keyof LeadValues>([
    time,
    'status',
    'currency',
    'total',
    'call_state',
    ...filtered,
    ...groups,
  ]);
  if (operator !== null) columns.add('operator_id');
  if (duplicates) columns.add('phone_number');
  if (ages) columns.add('status_ages');
  return { tenant, time, from: period.previous.from, before: period.before, columns };
}

function counter({ period, time, operator, filters, groups, duplicates, ages }: CountRequest) {
  const counted: Counted = {
    days: period.days.map(emptyTally),
    previous: emptyTally(),
    groups: new Map(groups.map((column) => [column, new Map()])),
  };
  /**
   * The phones of each block's leads in the period, and how to count one of them as a duplicate: 8 bytes per lead, and
   * one for the day and for each group.
   */
  const phones: { page: Page; countDuplicate: (slot: number) => void }[] = [];

  /** The tally of a time: of its day, of the period before, or none. */
  function tallyAt(at: ColumnValue): Tally | null {
    if (typeof at !== 'number') return null;
    if (at >= period.from && at < period.before) return counted.days[dayIndex(period, at)] ?? null;
    return at >= period.previous.from && at < period.previous.before ? counted.previous : null;
  }

  /** Everything that depends on a value is looked up once per block and value; the loop over leads only uses codes. */
  function add({ size, ...columns }: DecodedBlock) {
    const coded = (name: string) => columnOf(columns.coded, name);
    const at = coded(time);
    const tallies = at.values.map(tallyAt);
    if (tallies.every((tally) => tally === null)) return;
    const status = coded('status');
    const currency = coded('currency');
    const calls = coded('call_state');
    const totals = columnOf(columns.numbers, 'total');
    const numbers = duplicates ? columnOf(columns.numbers, 'phone_number') : null;
    const currencyCells = currency.values.map(cellOfCurrency);
    const statusCells = status.values.map(cellOfStatus);
    const aged = ages ? coded('status_ages') : null;
    const connected = calls.values.map((each) => each === 'connected');
    const reached = slotsWith(operator === null ? [] : [['operator_id', operator]], coded, size);
    const wanted = slotsWith(Object.entries(filters), coded, size);
    const grouped = groups.map((name) => {
      const { values, codes } = coded(name);
      return { codes, tallies: values.map((value): Grouped => ({ value, tally: null })), name };
    });

    const isCurrent = tallies.map((tally) => tally !== null && tally !== counted.previous);
    for (let slot = 0; slot < size; slot += 1) {
      const tally = tallies[at.codes[slot] ?? 0] ?? null;
      if (tally === null || !isIn(reached, slot) || !isIn(wanted, slot)) continue;
      const cell =
        (currencyCells[currency.codes[slot] ?? 0] ?? 0) + (statusCells[status.codes[slot] ?? 0] ?? 0);
      const total = totals[slot] ?? 0;
      const isConnected = connected[calls.codes[slot] ?? 0] === true;
      count(tally, cell, total, isConnected);
      if (isCurrent[at.codes[slot] ?? 0] !== true) continue;
      if (aged) countAges(tally, String(aged.values[aged.codes[slot] ?? 0]));
      for (const { codes, tallies: ofGroup, name } of grouped) {
        const group = ofGroup[codes[slot] ?? 0];
        if (!group) continue;
        group.tally ??= groupTally(name, group.value);
        count(group.tally, cell, total, isConnected);
      }
    }
    if (!numbers) return;
    const isWhole = reached === null && isCurrent.every(Boolean);
    phones.push({
      page: isWhole
        ? numbers
        : numbers.map((n, slot) => (isCurrent[at.codes[slot] ?? 0] && isIn(reached, slot) ? n : 0)),
      countDuplicate: duplicateCounter(
        { codes: at.codes, tallies },
        wanted,
        grouped.map(({ codes, tallies: ofGroup }) => ({ codes, tallies: ofGroup.map(({ tally }) => tally) })),
      ),
    });
  }

  /** The counts with the duplicates, which are known when all leads are. */
  function finished(): Counted {
    eachRepeated(
      phones.map(({ page }) => page),
      (page, slot) => phones[page]?.countDuplicate(slot),
    );
    return counted;
  }

  function groupTally(name: LeadColumn, value: ColumnValue): Tally {
    const group = counted.groups.get(name) ?? new Map<ColumnValue, Tally>();
    const known = group.get(value);
    if (known) return known;
    if (group.size >= MOST_GROUPS && value !== OTHER_VALUES) return groupTally(name, OTHER_VALUES);
    const tally = emptyTally();
    group.set(value, tally);
    return tally;
  }

  return { add, finished };
}

/** A value of a group's column, and its tally once a lead of it is counted. */
type Grouped = { value: ColumnValue; tally: Tally | null };

type Counts = { codes: Uint8Array; tallies: readonly (Tally | null)[] };

/**
 * Counts duplicates of a block, at the report's end. A function of its own, because a closure keeps every variable that
 * a closure of its scope uses: it would keep all columns of the block.
 */
function duplicateCounter(days: Counts, wanted: Uint8Array | null, groups: readonly Counts[]) {
  const all = [days, ...groups];
  return (slot: number) => {
    if (!isIn(wanted, slot)) return;
    for (const { codes, tallies } of all) {
      const tally = tallies[codes[slot] ?? 0];
      if (tally) tally.duplicates += 1;
    }
  };
}

/** A column that `blocksOf` asks for. @throws if it is missing: the block's leads would not be counted */
function columnOf<T>(columns: ReadonlyMap<string, T>, name: string): T {
  const column = columns.get(name);
  if (!column) throw new Error(`A block was read without the column ${name}`);
  return column;
}

function count(tally: Tally, cell: number, total: number, isConnected: boolean) {
  tally.leads[cell] = (tally.leads[cell] ?? 0) + 1;
  tally.totals[cell] = (tally.totals[cell] ?? 0) + total;
  if (isConnected) tally.connected += 1;
}

function countAges(tally: Tally, ages: StatusAges) {
  tally.ages ??= new Map();
  tally.ages.set(ages, (tally.ages.get(ages) ?? 0) + 1);
}

/** 1 for each slot whose lead has all these values; null if there are none, so that all leads have them. */
function slotsWith(
  conditions: readonly (readonly [string, string])[],
  coded: (name: string) => CodedColumn,
  size: number,
): Uint8Array | null {
  if (conditions.length === 0) return null;
  const slots = new Uint8Array(size).fill(1);
  for (const [name, value] of conditions) {
    const { values, codes } = coded(name);
    const code = values.indexOf(value);
    for (let slot = 0; slot < size; slot += 1) if (codes[slot] !== code) slots[slot] = 0;
  }
  return slots;
}

const isIn = (slots: Uint8Array | null, slot: number) => slots === null || slots[slot] === 1;
