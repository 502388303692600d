// Roles that share a topic.
export const SPECIALISTS = ["mason", "farmer", "smith", "vintner", "weaver"] as const;
export const DOUBLES = ["prefect/architect", "architect/mercator", "prefect/mercator"] as const;
