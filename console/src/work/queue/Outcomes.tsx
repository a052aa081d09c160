import { connections } from '@crm/events/leads/connection.ts';
import { keysOf } from '../../keys/keymap.ts';
import { useAction } from '../../keys/registry.ts';
import { Button } from '../../ui/Button.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { onFirstClick } from '../../ui/onFirstClick.ts';
import { Panel } from '../../ui/Panel.tsx';
import { workTexts } from '../texts.ts';
import { type Outcome, outcomes } from './outcomes.ts';

const texts = workTexts.outcomes;

/** One button and one key per outcome of a call. */
export function Outcomes({ onOutcome }: { onOutcome: (outcome: Outcome) => void }) {
  return (
    <Panel title={texts.title}>
      <div className="flex flex-col gap-4">
        {connections.map(({ value }) => (
          <fieldset key={value} className="min-w-0">
            <legend className="mb-1.5 text-sm text-muted">{texts.connections[value]}</legend>
            <div className="grid grid-cols-2 gap-1.5">
              {outcomes
                .filter(({ connection }) => connection === value)
                .map((outcome) => (
                  <OutcomeButton key={outcome.action} outcome={outcome} onOutcome={onOutcome} />
                ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Panel>
  );
}

type OutcomeButtonProps = { outcome: Outcome; onOutcome: (outcome: Outcome) => void };

function OutcomeButton({ outcome, onOutcome }: OutcomeButtonProps) {
  const { reason, action, content } = outcome;
  const choose = () => onOutcome(outcome);
  useAction({ label: content, group: texts.title, action, run: choose });
  return (
    <Button onClick={onFirstClick(choose)} className="h-auto min-h-9 px-2 py-1 max-md:min-h-11">
      <span className="min-w-0 flex-1 text-left text-sm leading-tight whitespace-normal">{reason}</span>
      <Kbd keys={keysOf(action)} />
    </Button>
  );
}
