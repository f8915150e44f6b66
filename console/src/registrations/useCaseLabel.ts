import { contract } from '@textloom/shared/contract';
import { labelValue } from '../form/labels.ts';

const { labels } = contract.registration.submit.input.properties.campaign.properties.use_case;

export const useCaseLabel = (useCase: string): string => labelValue(useCase, labels);
