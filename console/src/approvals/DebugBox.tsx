import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Textarea } from '../ui/Textarea.tsx';
import { approvalTexts } from './texts.ts';

const texts = approvalTexts.unexpected;

/** Shows the raw text of an answer that does not match the contract. */
export function DebugBox({ raw, onRetry }: { raw: string; onRetry: () => void }) {
  return (
    <Panel title={texts.title} actions={<Button onClick={onRetry}>{texts.retry}</Button>}>
      <Alert tone="warn" text={texts.text} />
      <Textarea readOnly aria-label={texts.raw} rows={16} value={raw} className="mt-3 font-mono" />
    </Panel>
  );
}
