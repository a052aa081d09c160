import { PostbackGate } from '../PostbackGate.tsx';
import { PostbackLogs } from './PostbackLogs.tsx';

/** /postbacks/:id/logs */
export function LogsPage() {
  return <PostbackGate>{(postback) => <PostbackLogs key={postback._id} postback={postback} />}</PostbackGate>;
}
