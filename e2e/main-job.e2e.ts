import { mainJob } from './main-job.ts';
import { openStage } from './stage.ts';

mainJob(() => openStage({ leads: 20 }));
