import { Gate } from '../../pages/Gate.tsx';
import { postbacks } from '../resource.ts';
import { PostbackLogs } from './PostbackLogs.tsx';

/** /postbacks/:id/logs */
export function LogsPage() {
  return <Gate of={postbacks}>{(postback) => <PostbackLogs postback={postback} />}</Gate>;
}
