import type { Config } from '../../config/config.ts';
import { type Brand, SERVICE_NAME } from '../../domain/brand.ts';

/** How the operator appears to people. */
export const brandOf = ({ brandName, operatorName, brandColor }: Config): Brand => ({
  name: brandName ?? operatorName ?? SERVICE_NAME,
  color: brandColor,
});
