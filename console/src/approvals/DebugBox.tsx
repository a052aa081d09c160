import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Textarea } from '../ui/Textarea.tsx';

/** Shows the raw text of an answer that does not match the contract. */
export function DebugBox({ raw, onRetry }: { raw: string; onRetry: () => void }) {
  return (
    <Panel title="Unexpected response" actions={<Button onClick={onRetry}>Try Again</Button>}>
      <Alert
        tone="warn"
        text="The list of approvals came in an unexpected shape. This is the raw response."
      />
      <Textarea readOnly aria-label="Raw response" rows={16} value={raw} className="mt-3 font-mono" />
    </Panel>
  );
}
