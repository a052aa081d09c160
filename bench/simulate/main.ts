import { hardwareFor } from './hardware.ts';
import * as inputs from './inputs.ts';

/** `npm run simulate`: the hardware for the installation of inputs.ts, with the assumptions that it follows from. */
const hardware = hardwareFor(inputs);
print('Assumptions (bench/simulate/inputs.ts)', inputs.installation);
print('Costs in µs of CPU; inputs.ts says which are estimates', inputs.costs);
print('Sizes in bytes', inputs.sizes);
print('At the peak, per second', hardware.perSecond);
print('Cores at the peak, with headroom', hardware.work);
print('Processes', hardware.processes);
const { connections, memoryGb, leadsPerYear, diskPerYearGb, postbackLogGb, walPerDayGb } = hardware;
print('Altogether', { connections, memoryGb, leadsPerYear, diskPerYearGb, postbackLogGb, walPerDayGb });
console.info(
  'Memory is that of the processes; give Postgres 25 % of the hot data as shared_buffers besides.',
);
if (hardware.work.folding > 1)
  console.info(
    'Folding needs more than one core: the read models must be led by different processes (docs/scaling.md).',
  );

function print(title: string, values: Readonly<Record<string, number>>): void {
  console.info(title);
  for (const [name, value] of Object.entries(values))
    console.info(
      `  ${name.padEnd(22)} ${value.toLocaleString('en', { maximumFractionDigits: 1 }).padStart(15)}`,
    );
  console.info('');
}
