import { contract } from '@textloom/shared/contract';
import { labelOfValue } from '../form/labels.ts';

const { labels } = contract.registration.submit.input.properties.campaign.properties.use_case;

export const labelOfUseCase = (useCase: string): string => labelOfValue(useCase, labels);
