//! A list of plain data on the wire. async-graphql makes a boxed future for every field and a task for every row, in
//! case one has to wait. Plain data never waits, so this reads it all in one go.

use async_graphql::indexmap::IndexMap;
use async_graphql::parser::types::{Field, Selection};
use async_graphql::registry::Registry;
use async_graphql::resolver_utils::resolve_list;
use async_graphql::{ContainerType, ContextSelectionSet, OutputType, Positioned, ServerResult, Value};
use futures_util::FutureExt;
use std::borrow::Cow;

/// In the schema a list like any other.
#[derive(Clone, Debug)]
pub struct Rows<T>(Vec<T>);

impl<T> From<Vec<T>> for Rows<T> {
    fn from(rows: Vec<T>) -> Rows<T> {
        Rows(rows)
    }
}

impl<T> FromIterator<T> for Rows<T> {
    fn from_iter<I: IntoIterator<Item = T>>(rows: I) -> Rows<T> {
        Rows(rows.into_iter().collect())
    }
}

impl<T: ContainerType> OutputType for Rows<T> {
    fn type_name() -> Cow<'static, str> {
        <Vec<T> as OutputType>::type_name()
    }

    fn qualified_type_name() -> String {
        <Vec<T> as OutputType>::qualified_type_name()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        <Vec<T> as OutputType>::create_type_info(registry)
    }

    async fn resolve(
        &self,
        context: &ContextSelectionSet<'_>,
        field: &Positioned<Field>,
    ) -> ServerResult<Value> {
        if let Some(list) = at_once(&self.0, context) {
            return Ok(list);
        }
        resolve_list(context, field, &self.0, Some(self.0.len())).await
    }
}

/// `None` if more is asked for than fields by their names, or if one of them has to wait or fails. Extensions, which would
/// want to know of each field, our schema has none of.
fn at_once<T: ContainerType>(rows: &[T], context: &ContextSelectionSet<'_>) -> Option<Value> {
    let fields = plain_fields(context)?;
    let row = |(index, row): (usize, &T)| {
        let context = context.with_index(index);
        let mut object = IndexMap::with_capacity(fields.len());
        for field in &fields {
            let context = context.with_field(field);
            let value = row.resolve_field(&context).now_or_never()?.ok()?;
            object.insert(field.node.response_key().node.clone(), value.unwrap_or_default());
        }
        Some(Value::Object(object))
    };
    rows.iter().enumerate().map(row).collect::<Option<Vec<_>>>().map(Value::List)
}

fn plain_fields<'a>(context: &ContextSelectionSet<'a>) -> Option<Vec<&'a Positioned<Field>>> {
    let mut fields: Vec<&Positioned<Field>> = Vec::with_capacity(context.item.node.items.len());
    for selection in &context.item.node.items {
        let Selection::Field(field) = &selection.node else { return None };
        let key = &field.node.response_key().node;
        let is_merged = fields.iter().any(|other| other.node.response_key().node == *key);
        if is_merged || !field.node.directives.is_empty() || field.node.name.node.starts_with("__") {
            return None;
        }
        fields.push(field);
    }
    Some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use async_graphql::{EmptyMutation, EmptySubscription, Object, Schema, SimpleObject};

    #[derive(Clone, SimpleObject)]
    #[graphql(serial)]
    struct Leaf {
        id: i32,
        name: Option<String>,
        tags: Vec<&'static str>,
    }

    /// Waits for its number, and has none if it is odd.
    struct Slow(i32);

    #[Object]
    impl Slow {
        async fn number(&self) -> async_graphql::Result<i32> {
            tokio::task::yield_now().await;
            if self.0 % 2 == 0 { Ok(self.0) } else { Err("it is odd".into()) }
        }

        async fn half(&self) -> Option<async_graphql::Result<i32>> {
            (self.0 % 2 == 0).then_some(Ok(self.0 / 2))
        }
    }

    struct Query;

    fn leaves() -> Vec<Leaf> {
        let leaf = |id| Leaf { id, name: (id > 1).then(|| format!("leaf {id}")), tags: vec!["a", "b"] };
        (0..40).map(leaf).collect()
    }

    #[Object]
    impl Query {
        async fn rows(&self) -> Rows<Leaf> {
            leaves().into()
        }

        async fn list(&self) -> Vec<Leaf> {
            leaves()
        }

        async fn slow_rows(&self) -> Rows<Slow> {
            [2, 4, 5].into_iter().map(Slow).collect()
        }

        async fn slow_list(&self) -> Vec<Slow> {
            [2, 4, 5].into_iter().map(Slow).collect()
        }
    }

    #[tokio::test]
    async fn rows_answer_as_a_list_does_whatever_is_asked() {
        let schema = Schema::build(Query, EmptyMutation, EmptySubscription).finish();
        for (asked, rows, list) in [
            ("id name tags", "rows", "list"),
            ("tags other: name id", "rows", "list"),
            ("id id name", "rows", "list"),
            ("__typename id", "rows", "list"),
            ("id ... on Leaf { name }", "rows", "list"),
            ("id ... { tags }", "rows", "list"),
            ("id name @skip(if: true)", "rows", "list"),
            ("id @include(if: true) name", "rows", "list"),
            ("half", "slowRows", "slowList"),
            ("half number", "slowRows", "slowList"),
        ] {
            let ask = |field: &str| format!("{{ answer: {field} {{ {asked} }} }}");
            let (rows, list) = (schema.execute(ask(rows)).await, schema.execute(ask(list)).await);
            let text = |answer: &async_graphql::Response| serde_json::to_string(&answer.data).unwrap();
            assert_eq!(text(&rows), text(&list), "{asked}");
            let words = |answer: &async_graphql::Response| {
                answer
                    .errors
                    .iter()
                    .map(|error| (error.message.clone(), error.path.clone()))
                    .collect::<Vec<_>>()
            };
            assert_eq!(words(&rows), words(&list), "{asked}");
        }
    }

    #[test]
    fn the_schema_does_not_tell_rows_from_a_list() {
        let schema = Schema::build(Query, EmptyMutation, EmptySubscription).finish().sdl();
        assert!(schema.contains("rows: [Leaf!]!") && schema.contains("list: [Leaf!]!"), "{schema}");
    }
}
