import { PostbackGate } from '../PostbackGate.tsx';
import { PostbackLogs } from './PostbackLogs.tsx';

/** /postbacks/:id/logs (spec 2, 'Postback Logs') */
export function LogsPage() {
  return <PostbackGate>{(postback) => <PostbackLogs key={postback._id} postback={postback} />}</PostbackGate>;
}
